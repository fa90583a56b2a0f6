/** The screens of a visitor and of a person whose library is empty. */
import { expect } from '@playwright/test';
import { expectToast, press, type Screen, showProjects } from './screens.ts';

export const visitorScreens: readonly Screen[] = [
  { name: 'sign in', show: async (page) => expect(page.getByLabel('Username')).toBeVisible() },
  {
    name: 'sign in, left empty',
    async show(page) {
      await press(page, 'Sign In');
      await expect(page.getByText('Username is required')).toBeVisible();
    },
  },
  {
    name: 'sign in, refused, with its toast',
    async show(page) {
      await page.getByLabel('Username').fill('nobody');
      await page.getByLabel('Password', { exact: true }).fill('nothing at all');
      await press(page, 'Sign In');
      await expectToast(page, 'Login failed');
    },
  },
  {
    name: 'sign up',
    async show(page) {
      await press(page, 'Sign Up');
      await expect(page.getByLabel('Full Name')).toBeVisible();
    },
  },
  {
    name: 'sign up, left empty',
    async show(page) {
      await press(page, 'Sign Up');
      await press(page, 'Create Account');
      await expect(page.getByText('Please confirm your password')).toBeVisible();
    },
  },
  {
    name: 'the theme menu of the sign-in page',
    async show(page) {
      await press(page, 'Choose theme');
      await expect(page.getByRole('menuitemradio', { name: 'System' })).toBeVisible();
    },
  },
  {
    name: 'a page that is not there',
    async show(page) {
      await page.goto('/nowhere');
      await expect(page.getByRole('heading', { name: '404 Page Not Found' })).toBeVisible();
    },
  },
];

export const newcomerScreens: readonly Screen[] = [
  {
    name: 'an empty workspace',
    async show(page) {
      await showProjects(page);
      await expect(page.getByText('No projects yet')).toBeVisible();
    },
  },
  {
    name: 'Create New Project, refused',
    async show(page) {
      await showProjects(page);
      await press(page, 'New Project');
      await page.getByRole('button', { name: 'Create Project' }).click();
      await expect(page.getByText('Project name is required')).toBeVisible();
    },
  },
];
