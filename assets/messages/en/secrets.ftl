# secrets: passwords and cookies in the keychain or the encrypted file
secrets-no-passphrase = The password cannot be read or kept: this system has no keychain that answers, and no passphrase is known for { $path }. Enter a passphrase, or put it in a file and name that file in BOWERBIRD_PASSPHRASE_FILE.
secrets-wrong-passphrase = The passphrase does not open { $path }, or the file was changed. Enter the passphrase it was made with; nothing in it was overwritten.
secrets-empty-passphrase = The passphrase file { $path } is empty. Write the passphrase into its first line.
secrets-damaged = { $path } is damaged or comes from a later version of Bowerbird. Restore it from a backup, or move it away and enter the passwords again.
secrets-file = { $path } cannot be read or written: { $reason }. Check the folder's permissions and the free space, then try again.
secrets-keychain = The keychain refused: { $reason }. Unlock it and try again, or use a passphrase instead.
secrets-no-file = There is no { $path }: this project keeps its secrets in the system's keychain, or has none. Its passphrase need not be changed.
secrets-passphrase-changed = The secrets have the new passphrase. The old one opens them no more: change the file that BOWERBIRD_PASSPHRASE_FILE names too.
secrets-new-passphrase = New passphrase
secrets-change-passphrase = Change passphrase
secrets-change-passphrase-tip = Type the present passphrase and the new one: the file is written anew under the new one.
cli-ask-passphrase = Present passphrase:{" "}
cli-ask-new-passphrase = New passphrase:{" "}
cli-ask-passphrase-again = New passphrase again:{" "}
cli-passphrases-differ = The two passphrases differ. Nothing was changed.
cli-no-passphrase = No passphrase was given. Name a file with it in BOWERBIRD_PASSPHRASE_FILE and one with the new one after --new-file, or type them in a terminal.
secrets-other-place = The secret was given for { $given } and was not sent to { $wanted }. If the new address is right, give the secret again for it.
