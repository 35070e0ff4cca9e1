# secrets: passwords and cookies in the keychain or the encrypted file
secrets-no-passphrase = The password cannot be read or kept: this system has no keychain that answers, and no passphrase is known for { $path }. Enter a passphrase, or put it in a file and name that file in BOWERBIRD_PASSPHRASE_FILE.
secrets-wrong-passphrase = The passphrase does not open { $path }, or the file was changed. Enter the passphrase it was made with; nothing in it was overwritten.
secrets-empty-passphrase = The passphrase file { $path } is empty. Write the passphrase into its first line.
secrets-damaged = { $path } is damaged or comes from a later version of Bowerbird. Restore it from a backup, or move it away and enter the passwords again.
secrets-file = { $path } cannot be read or written: { $reason }. Check the folder's permissions and the free space, then try again.
secrets-keychain = The keychain refused: { $reason }. Unlock it and try again, or use a passphrase instead.
