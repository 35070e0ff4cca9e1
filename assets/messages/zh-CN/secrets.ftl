# secrets: passwords and cookies in the keychain or the encrypted file
secrets-no-passphrase = 无法读取或保存密码：本系统没有可用的钥匙串，也不知道 { $path } 的口令。请输入口令，或把口令写入一个文件，并用 BOWERBIRD_PASSPHRASE_FILE 指明该文件。
secrets-wrong-passphrase = 口令打不开 { $path }，或该文件已被改动。请输入建立它时所用的口令；其中的内容没有被覆盖。
secrets-empty-passphrase = 口令文件 { $path } 是空的。请把口令写在第一行。
secrets-damaged = { $path } 已损坏，或来自更新版本的 Bowerbird。请从备份恢复，或将它移走后重新输入密码。
secrets-file = 无法读写 { $path }：{ $reason }。请检查文件夹权限和剩余空间后重试。
secrets-keychain = 钥匙串拒绝了请求：{ $reason }。请解锁后重试，或改用口令。
secrets-no-file = { $path } 不存在：该项目的机密保存在系统钥匙串中，或者没有机密，无需更改口令。
secrets-passphrase-changed = 机密已改用新的口令，旧的不再有效：请同时更改 BOWERBIRD_PASSPHRASE_FILE 指定的文件。
secrets-new-passphrase = 新口令
secrets-change-passphrase = 更改口令
secrets-change-passphrase-tip = 输入当前的和新的口令：文件会用新的口令重新写入。
cli-ask-passphrase = 当前口令：
cli-ask-new-passphrase = 新口令：
cli-ask-passphrase-again = 再次输入新口令：
cli-passphrases-differ = 两次输入的口令不同，未作任何更改。
cli-no-passphrase = 没有给出口令。请把它写入文件并用 BOWERBIRD_PASSPHRASE_FILE 指定，新的用 --new-file 指定；或在终端中输入。
secrets-other-place = 该密钥是为 { $given } 提供的，没有发送给 { $wanted }。如果新地址正确，请为它重新提供密钥。
