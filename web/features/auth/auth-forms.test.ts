import { describe, expect, test } from 'vitest';
import { FirstSignUpForm, registrationOf, SignInForm, SignUpForm } from './auth-forms.ts';
import { fieldErrors } from './form-state.ts';

const complete = {
  displayName: 'Ada Lovelace',
  username: 'ada',
  password: 'engine',
  confirmPassword: 'engine',
  code: '',
};

describe('what a form says about its fields', () => {
  test.each([
    [
      'nothing entered',
      { username: '', password: '' },
      { username: 'Username is required', password: 'Password is required' },
    ],
    ['a user name of spaces', { username: '  ', password: 'x' }, { username: 'Username is required' }],
    ['both entered', { username: 'ada', password: 'x' }, {}],
  ])('sign in: %s', (_case, fields, expected) => {
    expect(fieldErrors(SignInForm, fields)).toEqual(expected);
  });

  test.each([
    [
      'nothing entered',
      { displayName: '', username: '', password: '', confirmPassword: '', code: '' },
      {
        displayName: 'Full name is required',
        username: 'Username must be at least 3 characters',
        password: 'Password must be at least 6 characters',
        confirmPassword: 'Please confirm your password',
      },
    ],
    [
      'a short user name',
      { ...complete, username: 'ad' },
      { username: 'Username must be at least 3 characters' },
    ],
    [
      'a short password',
      { ...complete, password: 'abcde', confirmPassword: 'abcde' },
      { password: 'Password must be at least 6 characters' },
    ],
    [
      'another password the second time',
      { ...complete, confirmPassword: 'Engine' },
      { confirmPassword: 'Passwords do not match' },
    ],
    [
      'another password beside another mistake',
      { ...complete, username: '', confirmPassword: 'Engine' },
      { username: 'Username must be at least 3 characters', confirmPassword: 'Passwords do not match' },
    ],
    ['all of it right', complete, {}],
  ])('sign up: %s', (_case, fields, expected) => {
    expect(fieldErrors(SignUpForm, fields)).toEqual(expected);
  });
});

test('the second password is not sent', () => {
  expect(registrationOf(SignUpForm.parse(complete), null)).toEqual({
    displayName: 'Ada Lovelace',
    username: 'ada',
    password: 'engine',
  });
});

test('spaces around names go, those of a password stay', () => {
  const form = SignUpForm.parse({
    displayName: ' Ada ',
    username: ' ada ',
    password: ' engine ',
    confirmPassword: ' engine ',
    code: '',
  });
  expect(registrationOf(form, null)).toEqual({ displayName: 'Ada', username: 'ada', password: ' engine ' });
});

test('the first account needs the code, and a code and an invitation are sent where there are any', () => {
  expect(fieldErrors(FirstSignUpForm, complete)).toEqual({
    code: 'Please enter the code',
  });
  const form = FirstSignUpForm.parse({ ...complete, code: ' AAAA-BBBB-CCCC ' });
  expect(registrationOf(form, null)).toMatchObject({ code: 'AAAA-BBBB-CCCC' });
  expect(registrationOf(SignUpForm.parse(complete), 'token')).toEqual({
    ...{ displayName: 'Ada Lovelace', username: 'ada', password: 'engine' },
    invite: 'token',
  });
});
