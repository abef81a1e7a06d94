extension WireText {
    static let storage: [Int: WireText] = [
        30_000: WireText(
            "请填写存储池名称",
            "Please enter a name for the pool."
        ),
        30_001: WireText(
            "存储池名称只能包含字母、数字和 + _ . -，并以字母或数字开头",
            "A pool name may hold letters, digits and + _ . -, and begins with a letter or digit."
        ),
        30_002: WireText(
            "存储池名称不能超过 50 个字符",
            "A pool name has at most 50 characters."
        ),
        30_003: WireText(
            "存储池名称已存在",
            "A pool of this name exists already."
        ),
        30_004: WireText(
            "存储池不存在，请刷新列表",
            "This pool does not exist. Refresh the list."
        ),
        30_005: WireText(
            "只有拥有者可以执行此操作",
            "Only the owner may do this."
        ),
        40_000: WireText(
            "请填写必填项",
            "Please fill in every required field.",
            naming: "请填写必填项：{}",
            "A required field is empty: {}."
        ),
        40_001: WireText(
            "分区名称只能包含字母、数字和 + _ . -，并以字母或数字开头",
            "A partition name may hold letters, digits and + _ . -, and begins with a letter or digit."
        ),
        40_002: WireText(
            "分区名称不能超过 50 个字符",
            "A partition name has at most 50 characters."
        ),
        40_003: WireText(
            "添加分区失败，请重试",
            "The partition could not be added. Please try again."
        ),
        40_004: WireText(
            "删除分区失败，请重试",
            "The partition could not be deleted. Please try again."
        ),
        40_005: WireText(
            "分区不存在或不可用，请检查硬盘",
            "The partition is unknown or unavailable. Check the disk."
        ),
        40_006: WireText(
            "修改分区失败，请重试",
            "The partition could not be changed. Please try again."
        ),
        40_007: WireText(
            "分区名称已存在，请使用其他名称",
            "A partition of this name exists already. Choose another one."
        ),
        40_008: WireText(
            "容量超出存储池的可用空间",
            "The capacity is larger than the pool's free space.",
            naming: "容量不能超过 {}",
            "The capacity may not be larger than {}."
        ),
        40_009: WireText(
            "容量不能小于原来的大小，请输入更大的值",
            "The capacity may not be made smaller. Enter a larger one."
        ),
        50_000: WireText(
            "请选择硬盘和存储池；内置存储池不能添加硬盘，请选择其他存储池",
            "Choose a disk and a pool. Disks cannot be added to the built-in pool; choose another one."
        ),
        60_000: WireText(
            "请填写必填项",
            "Please fill in every required field."
        ),
        60_001: WireText(
            "保存设置失败，请重试",
            "The settings could not be saved. Please try again."
        ),
        70_000: WireText(
            "任务不存在",
            "This task does not exist."
        ),
        70_001: WireText(
            "当前任务状态不允许此操作，请在任务完成后重试",
            "The task's present state does not allow this. Try again when it is done.",
            naming: "当前不允许此操作：{}",
            "This is not possible now: {}.",
            details: [
                WireDetail.movingFolder: (
                    "有文件夹正在移动，可能使用该分区，请在移动完成后重试",
                    "A folder is being moved and may use this partition. Try again when the move is done."
                ),
                WireDetail.otherTask: (
                    "相关任务正在进行，请在任务完成后重试",
                    "Another task about this is at work. Try again when it is done."
                ),
            ]
        ),
        80_000: WireText(
            "未找到智慧中心，请先添加",
            "No hub was found. Please add one."
        ),
    ]
}
