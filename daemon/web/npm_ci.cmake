# SPDX-License-Identifier: GPL-3.0-or-later
# cmake -DFOLDER=... -DNPM=... -P npm_ci.cmake: the packages that FOLDER/package-lock.json pins are in
# FOLDER/node_modules. Several builds of one tree share them, so one at a time looks.
set(stamp ${FOLDER}/node_modules/.package-lock.json)
file(LOCK ${FOLDER}/.npm-lock GUARD PROCESS TIMEOUT 600)
if(EXISTS ${stamp} AND NOT ${FOLDER}/package-lock.json IS_NEWER_THAN ${stamp})
	file(TOUCH ${stamp})
	return()
endif()
execute_process(COMMAND ${NPM} ci --prefer-offline --loglevel=error WORKING_DIRECTORY ${FOLDER}
	RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)
if(result)
	message(FATAL_ERROR "${output}\n"
		"npm could not get the packages named in ${FOLDER}/package-lock.json. They are fetched from the "
		"npm registry when a tree is built for the first time, which needs a network (or npm's cache "
		"of an earlier build); everything after that works offline.")
endif()
file(TOUCH ${stamp})
