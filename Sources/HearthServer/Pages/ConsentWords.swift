import HearthWire

/// What the pages of authorisation say.
struct ConsentWords: Sendable {
    let language: WireLanguage

    var consentTitle: String { of("允许登录？", "Allow this sign-in?") }
    var deviceTitle: String { of("登录设备", "Sign a device in") }
    var brokenTitle: String { of("无法登录", "This sign-in does not work") }
    var tooOldTitle: String { of("页面已过期", "This page is too old") }
    var allowedTitle: String { of("已允许", "Allowed") }
    var deniedTitle: String { of("已拒绝", "Refused") }

    func asks(_ clientName: String, of program: String, area: String) -> String {
        of(
            "“\(clientName)”（\(program)）请求以您的身份登录“\(area)”。",
            "“\(clientName)” (\(program)) asks to sign in to “\(area)” as you."
        )
    }
    var rights: String {
        of(
            "登录后，它可以执行您能执行的一切操作：查看、修改、删除和共享文件，以及管理您有权管理的内容。您可以随时在已登录设备列表中将其退出。",
            "It can then do everything that you can: read, change, delete and share files, and manage what you may manage. You can sign it out at any time in the list of signed-in clients."
        )
    }
    func goesTo(_ place: String) -> String {
        of(
            "您的答复将发送到：\(place)（本机上的程序）。",
            "Your answer goes to \(place), a program on the machine in front of you."
        )
    }
    func shows(_ code: String) -> String {
        of(
            "只有当您刚刚亲自在该设备上发起登录，并且设备显示的代码是 \(code) 时，才可允许。如果代码是别人发给您的，请拒绝。",
            "Allow it only if you have just begun this on the device yourself and it shows the code \(code). If somebody sent you the code, refuse."
        )
    }
    var program: String { of("程序", "Program") }
    var identifier: String { of("标识", "Identifier") }
    var answersTo: String { of("答复发往", "Answer goes to") }
    var account: String { of("用户名", "Name") }
    var password: String { of("密码", "Password") }
    var allow: String { of("允许", "Allow") }
    var deny: String { of("拒绝", "Refuse") }

    var typeCode: String { of("请输入设备上显示的代码。", "Type the code that the device shows.") }
    var code: String { of("代码", "Code") }
    var proceed: String { of("继续", "Continue") }
    var unknownCode: String {
        of(
            "没有设备在等待此代码。请检查输入；如已过期，请在设备上重新开始。",
            "No device waits with this code. Check it, or begin again on the device if it is older than ten minutes."
        )
    }

    var tooOld: String {
        of(
            "请回到程序，重新开始登录。",
            "Each page can be answered once, within ten minutes. Go back to the program and begin again."
        )
    }
    func broken(_ detail: String) -> String {
        of(
            "打开此页面的程序发送了无效的请求，未执行任何操作。详情：\(detail)",
            "The program that opened this page sent a request that does not work; nothing was done. Details: \(detail)"
        )
    }
    func allowed(_ clientName: String) -> String {
        of("“\(clientName)”即将登录。您可以关闭此页面。", "“\(clientName)” is being signed in. You can close this page.")
    }
    func denied(_ clientName: String) -> String {
        of("“\(clientName)”没有登录。您可以关闭此页面。", "“\(clientName)” was not signed in. You can close this page.")
    }

    private func of(_ chinese: String, _ english: String) -> String {
        language == .chinese ? chinese : english
    }
}
