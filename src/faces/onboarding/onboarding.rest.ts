import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { usersManage } from '../../people/identity/capabilities.ts'
import type { WithPrivacy } from '../../people/privacy/personal-data.ts'
import { defineCall } from '../../platform/rest/call.ts'
import { conflict } from '../../platform/rest/response.ts'
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
  WithPrivacy &
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

const taskChange = z.strictObject({ id: z.enum(tasks.map(({ id }) => id)), is_skipped: z.boolean() })

const onboarding = z.strictObject({
  tasks: z.array(task),
  is_open: z.boolean().describe('Whether the shop is open to everybody, rather than to staff only.'),
  is_hidden: z.boolean().describe('Whether the setup tasks are hidden on the home screen.'),
  is_demo: z.boolean().describe('Whether the shop contains demo content that can be removed.'),
})

/** The first steps in the response of `GET samovar/v1/onboarding`. */
export type OnboardingJson = z.infer<typeof onboarding>

async function readOnboarding(shop: OnboardingShop): Promise<OnboardingJson> {
  const settings = { ...shop.settings(), ...(await loadStored(shop.db, defaults)) }
  const current = { ...shop, settings: () => settings }
  const { isHidden, skipped } = settings.onboarding
  const states = await Promise.all(
    tasks.map(async ({ isDone, note, ...one }) => {
      const is_done = await isDone(current)
      return { ...one, is_done, note: is_done ? '' : (note?.(current) ?? ''), is_skipped: skipped.includes(one.id) }
    }),
  )
  if (!settings.isMailProved && states.some(({ id, is_done }) => id === 'mail' && is_done))
    await updateSettings<OnboardingSettings>(shop.db, defaultsOf(onboardingSettings), () => ({ isMailProved: true }))
  return {
    tasks: states,
    is_open: !settings.comingSoon.isOn,
    is_hidden: isHidden,
    is_demo: settings.demo !== null,
  }
}

const noDemo = conflict('no_demo', 'This shop has no demo, or it was removed.')
const mailOff = conflict('mail_off', 'Mail of this kind is switched off. Turn it on under Mail, Kinds of mail.')

const acting = { method: 'POST', action: 'edit', capability: shopSettingsWrite } as const

export const onboardingCalls = [
  defineCall({
    summary: 'Retrieves the setup tasks of a new shop and their state',
    method: 'GET',
    path: paths.restOnboarding,
    capability: shopSettingsWrite,
    response: onboarding,
    handler: async (shop: OnboardingShop) => ({ json: await readOnboarding(shop) }),
  }),
  defineCall({
    summary: 'Hides the setup tasks, or skips one of them',
    method: ['POST', 'PUT', 'PATCH'],
    action: 'edit',
    path: paths.restOnboarding,
    capability: shopSettingsWrite,
    response: onboarding,
    body: z.strictObject({ is_hidden: z.boolean(), task: taskChange }).partial(),
    async handler(shop: OnboardingShop, { body: { is_hidden, task } }) {
      await updateSettings<OnboardingSettings>(shop.db, defaultsOf(onboardingSettings), ({ onboarding: before }) => {
        const others = before.skipped.filter((id) => id !== task?.id)
        const skipped = task?.is_skipped ? [...others, task.id] : others
        return { onboarding: { isHidden: is_hidden ?? before.isHidden, skipped } }
      })
      return { json: await readOnboarding(shop) }
    },
  }),
  defineCall({
    summary: 'Sends a test email to the authenticated user',
    ...acting,
    path: '/wp-json/samovar/v1/onboarding/test-mail',
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
    summary: 'Creates a draft with an outline for each policy that has no page yet',
    ...acting,
    path: '/wp-json/samovar/v1/onboarding/policies',
    response: z.strictObject({ written: z.int() }),
    handler: async (shop: OnboardingShop, { user }) => ({ json: { written: await draftPolicies(shop, user.id) } }),
  }),
  defineCall({
    summary: 'Deletes the demo content: products, posts, people and orders that nobody has edited',
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
      kept: z.int().describe('Number of items kept because somebody edited them.'),
    }),
    async handler(shop: OnboardingShop, { principal }) {
      const removed = await removeDemo(shop, principal)
      return removed ? { json: removed } : noDemo
    },
  }),
]
