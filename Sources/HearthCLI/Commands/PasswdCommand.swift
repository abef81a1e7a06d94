import HearthArguments
import HearthClient
import HearthWire

/// `hearth passwd`: the own password.
enum PasswdCommand {
    static let command = ClientCommand(
        CommandSpec(
            name: "passwd",
            summary: "Change your own password; every other sign-in of the account ends.",
            group: ClientCommands.Group.homes,
            options: [
                CommonSpecs.passwordFile("the new password"),
                CommonSpecs.passwordFile("the present password", name: "old-password-file"),
            ]
        ),
        done: { context in
            let drive = try await context.drive()
            let old = try context.password(
                of: .account,
                Phrase("当前密码：", "Present password: "),
                option: "old-password-file"
            )
            let new = try context.password(of: .account, Phrase("新密码：", "New password: "), isNew: true)
            let id = try await drive.userID()
            try await drive.call(SetPassword(id, newPassword: new, oldPassword: old))
            context.output.object {
                $0.key("changed"); $0.bool(true)
            }
            context.output.say(
                Phrase("密码已修改", "The password is changed; other devices have to sign in again.")
            )
        }
    )
}
