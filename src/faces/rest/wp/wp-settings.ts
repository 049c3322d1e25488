import { z } from 'zod'
import { defineCall } from '../../../platform/rest/call.ts'
import { toEmail } from '../../../platform/rest/fields.ts'
import { fixedFieldsError } from '../../../platform/rest/params.ts'
import { isTimeZone } from '../../../platform/time/shop-time.ts'
import type { Platform } from '../../../platform/web/context.ts'
import { paths } from '../../../platform/web/routes.ts'
import { paymentSettingsWrite } from '../../../things/settings/capabilities.ts'
import { defaultsOf } from '../../../things/settings/setting.ts'
import { loadStored, updateSettings } from '../../../things/settings/settings.store.ts'
import { lineSchema } from '../../../things/settings/settings-calls.ts'
import { siteSettings } from '../../../things/settings/site-settings.ts'

type SettingsShop = Pick<Platform, 'db' | 'url'>

const defaults = defaultsOf(siteSettings)
type Stored = typeof defaults

/** Settings of WordPress that are fixed in this shop: they are returned, and changes are refused. */
const fixedSettings = {
  date_format: 'F j, Y',
  time_format: 'g:i a',
  start_of_week: 0,
  language: 'en_CA',
  use_smilies: false,
  default_category: 0,
  default_post_format: '0',
  posts_per_page: 10,
  show_on_front: 'page',
  page_on_front: 0,
  page_for_posts: 0,
  default_ping_status: 'closed',
  default_comment_status: 'open',
  site_logo: null,
  site_icon: 0,
}

const settingsJson = ({ siteTitle, tagline, ownerEmail, timeZone }: Stored, url: string) => ({
  title: siteTitle,
  description: tagline,
  url,
  email: ownerEmail,
  timezone: timeZone,
  ...fixedSettings,
})

const orNull = <T extends z.ZodType>(schema: T) => schema.nullable().optional()
const fixedFields = Object.fromEntries(
  Object.entries({ ...fixedSettings, url: '' }).map(([name, value]) => [
    name,
    orNull(typeof value === 'number' ? z.int() : typeof value === 'boolean' ? z.boolean() : z.string().max(200)),
  ]),
)

/** Null brings the default back, as in WordPress. */
const body = z.object({
  title: orNull(lineSchema({ isRequired: true, max: 60 })),
  description: orNull(lineSchema({ max: 160 })),
  email: orNull(z.string().max(254).transform(toEmail)),
  timezone: orNull(z.string().refine(isTimeZone, '{name} must be a time zone such as America/Toronto.')),
  ...fixedFields,
})

const common = {
  path: paths.restWpSettings,
  capability: paymentSettingsWrite,
  denied: { code: 'rest_forbidden', message: 'Sorry, you are not allowed to do that.' },
} as const

/** `wp/v2/settings`: name, tagline, mail and time zone of the shop, for administrators. */
export const wpSettingsCalls = [
  defineCall({
    ...common,
    summary: 'Retrieves the site settings in the format of WordPress',
    method: 'GET',
    handler: async ({ db, url }: SettingsShop) => ({ json: settingsJson(await loadStored(db, defaults), url) }),
  }),
  defineCall({
    ...common,
    summary: 'Updates the site settings in the format of WordPress',
    method: ['POST', 'PUT', 'PATCH'],
    action: 'edit',
    body,
    async handler({ db, url }: SettingsShop, { body: sent }) {
      const refused = fixedFieldsError({ ...fixedSettings, url }, sent)
      if (refused) return refused
      const { title, description, email, timezone } = sent
      const changes = {
        ...(title === undefined ? {} : { siteTitle: title ?? defaults.siteTitle }),
        ...(description === undefined ? {} : { tagline: description ?? defaults.tagline }),
        ...(email === undefined ? {} : { ownerEmail: email ?? defaults.ownerEmail }),
        ...(timezone === undefined ? {} : { timeZone: timezone ?? defaults.timeZone }),
      }
      return { json: settingsJson(await updateSettings(db, defaults, () => changes), url) }
    },
  }),
]
