import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { usersManage } from '../../people/identity/capabilities.ts'
import { defineCall } from '../../platform/rest/call.ts'
import { errorOf, type RestError } from '../../platform/rest/response.ts'
import type { Platform, WithSettings } from '../../platform/web/context.ts'
import { paths } from '../../platform/web/routes.ts'
import type { EntrySettings } from '../../things/entries/settings.ts'
import { sendAccountEmail } from '../../things/messages/send-message.ts'
import type { MessageSettings } from '../../things/messages/settings.ts'
import { shopSettingsWrite } from '../../things/settings/capabilities.ts'
import { defaultsOf } from '../../things/settings/setting.ts'
import { loadStored, updateSettings } from '../../things/settings/settings.store.ts'
import { siteSettings } from '../../things/settings/site-settings.ts'
import { type AppearanceSettings, appearanceSettings } from '../storefront/appearance/settings.ts'
import { draftPolicies } from './policy-drafts.ts'
import { removeDemo } from './remove-demo.ts'
import { type OnboardingSettings, onboardingSettings } from './settings.ts'
import { type TaskParts, type TaskSettings, tasks } from './tasks.ts'
import { testMail } from './test-mail.ts'

type OnboardingShop = TaskParts &
  Pick<Platform, 'now' | 'jobs' | 'secret'> &
  WithSettings<TaskSettings & AppearanceSettings & EntrySettings & MessageSettings>

/** Read from the database, because this process's cached settings may be older than the last save. */
const defaults = defaultsOf({ ...siteSettings, ...onboardingSettings, comingSoon: appearanceSettings.comingSoon })

const task = z.strictObject({
  id: z.string(),
  title: z.string(),
  text: z.string(),
  note: z.string(),
  href: z.string(),
  link: z.string(),
  is_done: z.boolean(),
  is_skipped: z.boolean(),
})

const onboarding = z.strictObject({
  tasks: z.array(task),
  is_open: z.boolean().describe('Whether everybody sees the shop, and not its staff alone.'),
  is_hidden: z.boolean().describe('Whether the home screen shows the steps no more.'),
  is_demo: z.boolean().describe('Whether content of the demo is there that can be removed.'),
})

/** The first steps in the response of `GET samovar/v1/onboarding`. */
export type OnboardingJson = z.infer<typeof onboarding>

async function readOnboarding(shop: OnboardingShop): Promise<OnboardingJson> {
  const settings = { ...shop.settings(), ...(await loadStored(shop.db, defaults)) }
  const current = { ...shop, settings: () => settings }
  const { isHidden, skipped } = settings.onboarding
  return {
    tasks: await Promise.all(
      tasks.map(async ({ isDone, note, ...one }) => {
        const is_done = await isDone(current)
        return { ...one, is_done, note: is_done ? '' : (note?.(current) ?? ''), is_skipped: skipped.includes(one.id) }
      }),
    ),
    is_open: !settings.comingSoon.isOn,
    is_hidden: isHidden,
    is_demo: settings.demo !== null,
  }
}

const noDemo = errorOf(409, 'samovar_no_demo', 'This shop has no demo, or it was removed.')
const mailOff: RestError = {
  status: 409,
  code: 'samovar_mail_off',
  message: 'Mail of this kind is switched off. Turn it on under Mail, Kinds of mail.',
}

export const onboardingCalls = [
  defineCall({
    summary: 'The first steps of a new shop, and which of them are done',
    method: 'GET',
    path: paths.restOnboarding,
    capability: shopSettingsWrite,
    response: onboarding,
    handler: async (shop: OnboardingShop) => ({ json: await readOnboarding(shop) }),
  }),
  defineCall({
    summary: 'Hides the first steps, or skips some',
    method: ['POST', 'PUT', 'PATCH'],
    action: 'edit',
    path: paths.restOnboarding,
    capability: shopSettingsWrite,
    response: onboarding,
    body: z.strictObject({ is_hidden: z.boolean(), skipped: z.array(z.enum(tasks.map(({ id }) => id))) }).partial(),
    async handler(shop: OnboardingShop, { body }) {
      await updateSettings<OnboardingSettings>(shop.db, defaultsOf(onboardingSettings), ({ onboarding: before }) => ({
        onboarding: { isHidden: body.is_hidden ?? before.isHidden, skipped: body.skipped ?? before.skipped },
      }))
      return { json: await readOnboarding(shop) }
    },
  }),
  defineCall({
    summary: 'Sends a test mail to whoever asks',
    method: 'POST',
    action: 'edit',
    path: '/wp-json/samovar/v1/onboarding/test-mail',
    capability: shopSettingsWrite,
    response: z.strictObject({ recipient: z.string(), is_sent: z.boolean() }),
    async handler(shop: OnboardingShop, { user }) {
      const payload = { name: user.name }
      const isQueued = await shop.db.transaction((tx) =>
        sendAccountEmail(tx, shop, testMail, user.email, { key: `test:${randomUUID()}`, payload }),
      )
      if (!isQueued) return mailOff
      return { json: { recipient: user.email, is_sent: shop.environment.hasMailServer } }
    },
  }),
  defineCall({
    summary: 'Writes an outline of each policy that has no page yet, as drafts',
    method: 'POST',
    action: 'edit',
    path: '/wp-json/samovar/v1/onboarding/policies',
    capability: shopSettingsWrite,
    response: z.strictObject({ written: z.int() }),
    handler: async (shop: OnboardingShop, { user }) => ({ json: { written: await draftPolicies(shop, user.id) } }),
  }),
  defineCall({
    summary: 'Removes the demo: products, posts, people and orders that came with it and that nobody has edited',
    method: 'DELETE',
    path: '/wp-json/samovar/v1/onboarding/demo',
    capability: usersManage,
    sessionOnly: true,
    recordsItself: true,
    response: z.strictObject({
      products: z.int(),
      texts: z.int(),
      people: z.int(),
      orders: z.int(),
      kept: z.int().describe('What stays because somebody has edited it.'),
    }),
    async handler(shop: OnboardingShop, { principal }) {
      const removed = await removeDemo(shop, principal)
      return removed ? { json: removed } : noDemo
    },
  }),
]
