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
            "The account name or password is wrong."
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
        5021: WireText(
            "没有权限，请联系拥有者",
            "You have no permission for this. Ask the owner."
        ),
        5030: WireText(
            "原密码错误",
            "The old password is wrong."
        ),
    ]
}
