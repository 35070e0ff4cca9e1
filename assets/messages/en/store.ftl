# store
store-locked = The project { $path } is in use by another Bowerbird window or command. Close it, or wait until it is done, and try again.
store-foreign-lock = The user { $user } on this computer holds or owns the lock file { $path }, so the project cannot be opened. Ask that user to close the project. If they do not have it open, remove the lock file and try again.
store-missing = There is no project { $path }. Check the name and the folder. To create the project, add a site to it.
store-exists = The file { $path } already exists. Choose another name, or open that file.
store-damaged = The file { $path } is damaged or not a Bowerbird project ({ $reason }). Restore it from a backup, or start a new project; the file was not changed.
store-foreign-schema = The project { $path } contains something that Bowerbird does not create ({ $what }): another program may have changed it, or someone may have tampered with it. It was not opened and is unchanged. Restore it from a backup, ask whoever gave it to you, or remove the addition with the program that made it.
store-too-new = The project { $path } was made by a newer version of Bowerbird (file version { $version }). Update Bowerbird to open it.
store-too-old = The project { $path } was made by an older version of Bowerbird (file version { $version }). Open it once with write access to upgrade it; a copy of the old file is kept.
store-disk-full = The disk is full: couldn't write { $path }. Everything stored before is safe. Free some space and run again to continue.
store-read-only = The project { $path } is read-only. Close the window or stop the command that is using it, or check the permissions of the file and its folder.
store-name-taken = The name “{ $name }” is already in use. Choose another one.
store-not-found = { $what ->
    [export] This saved export
    [site] This site
    [run] This run
    [proxy] This proxy
    [account] This account
    [task] This task
   *[other] This item
 } is no longer in the project. Reload the list and try again.
store-other = Couldn't read or write the project { $path }: { $reason }. No stored data was lost; try again, and check the disk if it happens again.
