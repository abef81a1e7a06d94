// @ts-check
export default {
  'sign-in.title': '登录',
  'sign-in.name': '用户名',
  'sign-in.password': '密码',
  'sign-in.action': '登录',
  'sign-in.forgot': '忘记密码？云盘所有者可以为您重新设置。',
  'sign-out': '退出登录',
};
