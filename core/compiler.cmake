# SPDX-License-Identifier: GPL-3.0-or-later
# Warnings, sanitizers and hardening for every target, each flag asked for before it is used.
include(CheckCCompilerFlag)
include(CheckPIESupported)

function(adoubed_flag flag)
	string(MAKE_C_IDENTIFIER "has${flag}" has)
	check_c_compiler_flag("${flag}" ${has})
	if(${has})
		add_compile_options("${flag}")
	endif()
endfunction()

foreach(flag
	-Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow -Wstrict-prototypes
	-Wmissing-prototypes -Wmissing-declarations -Wold-style-definition -Wpointer-arith
	-Wcast-qual -Wformat=2 -Wundef -Wvla -Wswitch-enum -Wdouble-promotion -Wnull-dereference
	-Wwrite-strings -Wimplicit-fallthrough -Wredundant-decls -Wdate-time
	-Wcast-align=strict -Wduplicated-cond -Wduplicated-branches -Wlogical-op -Wjump-misses-init
	-Wformat-signedness -Wtrampolines
	-Werror=implicit-function-declaration -Werror=incompatible-pointer-types
	-Werror=int-conversion -Werror=return-type -fno-common)
	adoubed_flag(${flag})
endforeach()

if(ADOUBED_WERROR)
	add_compile_options(-Werror)
endif()

set(CMAKE_POSITION_INDEPENDENT_CODE ON)
check_pie_supported()

if(ADOUBED_SANITIZE)
	# Fortification and sanitizers check the same calls and are never mixed.
	add_compile_options(-fsanitize=${ADOUBED_SANITIZE} -fno-sanitize-recover=all
		-fno-omit-frame-pointer)
	add_link_options(-fsanitize=${ADOUBED_SANITIZE})
	# Two hundred programs, each with the sanitizer's runtime: a third of the time to link.
	find_program(ADOUBED_LLD ld.lld)
	if(ADOUBED_LLD AND CMAKE_C_COMPILER_ID STREQUAL "Clang")
		add_link_options(-fuse-ld=lld)
	endif()
	if(ADOUBED_FUZZ)
		# Coverage of the code under test; the targets themselves link libFuzzer.
		add_compile_options(-fsanitize=fuzzer-no-link)
	endif()
elseif(NOT CMAKE_BUILD_TYPE STREQUAL "Debug")
	# Some distributions predefine FORTIFY; redefining it is a warning, hence -U first.
	add_compile_options(-U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=3)
	adoubed_flag(-fstack-protector-strong)
	adoubed_flag(-fstack-clash-protection)
	adoubed_flag(-fcf-protection=full)
	if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(aarch64|arm64)$")
		adoubed_flag(-mbranch-protection=standard)
	endif()
	adoubed_flag(-ftrivial-auto-var-init=zero)
	add_link_options(-Wl,-z,relro -Wl,-z,now -Wl,-z,noexecstack -Wl,--as-needed)
endif()
