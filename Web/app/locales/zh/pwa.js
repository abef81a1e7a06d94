// @ts-check
export default {
  'about.licences': '许可',
  'about.missing': '此应用未附带许可声明。',
  'about.own': 'Hearth 是运行在自家机器上的家庭云盘。',
  'about.text': '此应用包含他人编写的程序库，特此致谢。各程序库均按其所附许可使用。',
  'receive.drop': '不保留',
  'receive.failed': '一次分享的内容过多',
  'receive.failed.text': '浏览器无法接收所分享的内容。请减少每次分享的文件数量，或在文件夹中上传。',
  'receive.others': { other: '另有 {n} 个' },
};
