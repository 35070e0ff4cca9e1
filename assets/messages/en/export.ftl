# export
export-write = The file { $path } could not be written: { $reason }. Choose another place, or close the program that has the file open.
export-no-folder = The file { $path } could not be written because its folder does not exist. Create the folder, or choose another one.
export-disk-full = The disk is full: { $path } was not written, and what stood there is as it was. Free some space, or choose another disk.
export-column = There is no column “{ $name }”. The columns are: { $known }.
export-cancelled = The export was cancelled. No file was written.
export-over-project = { $path } is the project itself or belongs to it, and was left alone. Choose another name for the export.
