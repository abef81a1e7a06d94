extension WireText {
    static let general: [Int: WireText] = [
        0: WireText(
            "成功",
            "Success."
        ),
        1: WireText(
            "服务器内部错误，请稍后重试",
            "Something went wrong on the server. Please try again later."
        ),
        2: WireText(
            "请求参数有误，请检查后重试",
            "The request is not valid. Please check it and try again.",
            naming: "请求参数有误：{}",
            "The request is not valid: {}."
        ),
        3: WireText(
            "请求的内容不存在",
            "What was asked for does not exist."
        ),
        4: WireText(
            "接口版本不兼容，请升级应用",
            "This API version is not supported. Please update the app."
        ),
        205: WireText(
            "硬盘挂载失败，请检查硬盘连接后重试",
            "The disk could not be mounted. Check its connection and try again."
        ),
        1000: WireText(
            "家庭/公司不存在",
            "This home does not exist."
        ),
        2008: WireText(
            "请先登录",
            "Please log in."
        ),
        2009: WireText(
            "登录已过期，请重新登录",
            "Your login has expired. Please log in again."
        ),
        5000: WireText(
            "账号不存在",
            "This account does not exist."
        ),
        5001: WireText(
            "用户名或密码错误",
            "The account name or password is wrong.",
            // Said only to somebody who knows the password; the argument is never shown.
            naming: "此账号已被停用，请联系拥有者",
            "This account is disabled. Ask the owner."
        ),
        5002: WireText(
            "不能删除自己",
            "You cannot remove yourself."
        ),
        5003: WireText(
            "用户不存在",
            "This person does not exist."
        ),
        5012: WireText(
            "身份验证失败，请重新登录",
            "You are not logged in as this person. Please log in again."
        ),
        5013: WireText(
            "邀请无效：已被使用、已撤回或已过期，请索取新的邀请",
            "This invitation is not valid: it was used, withdrawn or has expired. Ask for a new one."
        ),
        5021: WireText(
            "没有权限，请联系拥有者",
            "You have no permission for this. Ask the owner."
        ),
        5022: WireText(
            "不能停用拥有者账号，请先转移拥有权",
            "The owner's account cannot be disabled. Hand the ownership over first."
        ),
        5023: WireText(
            "无法将拥有权转移给该用户",
            "The ownership cannot pass to this person: the account must be another one, and in use."
        ),
        5027: WireText(
            "登录已过期，请重新登录",
            "The login has expired. Please log in again."
        ),
        5030: WireText(
            "原密码错误",
            "The old password is wrong."
        ),
    ]
}
