# store
store-locked = The project { $path } is in use by another Bowerbird window or command. Close that one, or wait until it is done, and try again.
store-foreign-lock = The user { $user } of this computer holds or owns the lock file { $path }, so the project cannot be opened. Ask that user to close the project. If that user has nothing to do with it, remove the lock file and try again; the new one will be yours alone.
store-missing = There is no project { $path }. Check the name and the folder. Adding a site to it makes a new one.
store-exists = There is already a file { $path }. Choose another name, or open that file.
store-damaged = The file { $path } is damaged or is not a Bowerbird project ({ $reason }). Restore it from a backup, or start a new project; the file itself was left as it is.
store-too-new = The project { $path } was made by a newer version of Bowerbird (file version { $version }). Update Bowerbird to open it.
store-too-old = The project { $path } was made by an older version of Bowerbird (file version { $version }). Open it once for writing to bring it up to date; a copy is kept.
store-disk-full = The disk is full: { $path } could not be written. Everything stored before is safe. Free some space and run again; the run goes on where it stopped.
store-read-only = The project { $path } may only be read. Close the window or command that owns it, or check the permissions of the file and its folder.
store-name-taken = The name “{ $name }” is already in use. Choose another one.
store-not-found = { $what ->
    [export] This kept export
    [site] This site
    [run] This run
    [proxy] This proxy
    [account] This account
    [task] This task
   *[other] What was asked for
 } is no longer in the project. Reload the list and try again.
store-other = The project { $path } could not be read or written: { $reason }. Nothing stored was lost; try again, and check the disk if it happens again.
