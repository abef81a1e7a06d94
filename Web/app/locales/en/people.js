// @ts-check
export default {
  'sign-in.title': 'Sign in',
  'sign-in.name': 'Name',
  'sign-in.password': 'Password',
  'sign-in.action': 'Sign in',
  'sign-in.forgot': 'Password forgotten? The owner of this drive can set a new one.',
  'sign-out': 'Sign out',
};
