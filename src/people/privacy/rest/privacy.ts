import { z } from 'zod'
import { isEmail, normalizeEmail } from '../../../platform/email-address.ts'
import { defineCall } from '../../../platform/rest/call.ts'
import { invalidFields } from '../../../platform/rest/params.ts'
import { toGmtIso } from '../../../platform/time/shop-time.ts'
import type { Platform } from '../../../platform/web/context.ts'
import { paths } from '../../../platform/web/routes.ts'
import { defaultsOf } from '../../../things/settings/setting.ts'
import { loadStored, updateSettings } from '../../../things/settings/settings.store.ts'
import { usersManage as capability } from '../../identity/capabilities.ts'
import { countInactiveAccounts, INACTIVE_ACCOUNTS } from '../delete-account.ts'
import { erasePerson, isStaff, personByEmail, readPersonalData, type WithPrivacy } from '../personal-data.ts'
import { logPrivacyEvent, readPrivacyLog } from '../privacy-log.ts'
import { cutoffOf, type PrivacySettings, privacySettings, type RetentionPeriod, retentionUnits } from '../settings.ts'

const defaults = defaultsOf(privacySettings)
type Shop = Pick<Platform, 'db' | 'now'> & WithPrivacy

const MAX_PERIOD = 1000
const LOG_LENGTH = 50

const period = z.object({
  number: z.int().min(0).max(MAX_PERIOD).describe('0 to keep the data indefinitely.'),
  unit: z.enum(retentionUnits),
})
const fields = z.strictObject({
  retention: z.record(z.string(), period).describe('Retention periods by ID of the rule.'),
})
export type RetentionSettings = z.infer<typeof fields>

const inactive = {
  id: INACTIVE_ACCOUNTS,
  title: 'Accounts that nobody uses',
  description:
    'Customers who have not signed in get an email, and their accounts are deleted 30 days later, as if they had asked for it.',
  minimumDays: 90,
  count: countInactiveAccounts,
}

const rulesOf = ({ privacy }: WithPrivacy) => [...privacy.retention, inactive]

const settingsJson = (shop: WithPrivacy, { retention }: PrivacySettings): RetentionSettings => ({
  retention: Object.fromEntries(
    rulesOf(shop).map(({ id }) => [id, retention[id] ?? { number: 0, unit: 'months' as const }]),
  ),
})

const DAYS = { days: 1, weeks: 7, months: 30, years: 365 } as const
const daysOf = ({ number, unit }: RetentionPeriod): number => number * DAYS[unit]

const ruleSchema = z.strictObject({
  id: z.string(),
  title: z.string(),
  description: z.string(),
  minimum_days: z.int(),
  due: z.int().nullable().describe('Number of items that would be deleted now. Null if they are kept indefinitely.'),
})
const overviewSchema = z.strictObject({
  rules: z.array(ruleSchema),
  log: z.array(
    z.strictObject({
      id: z.int(),
      kind: z.string(),
      user_id: z.int().nullable(),
      actor_id: z.int().nullable(),
      details: z.record(z.string(), z.int()),
      date_created_gmt: z.string(),
    }),
  ),
})
export type PrivacyOverview = z.infer<typeof overviewSchema>

const address = z.object({
  email: z.string().transform(normalizeEmail).refine(isEmail, 'This is not an email address.'),
})
const exportSchema = z.record(z.string(), z.array(z.record(z.string(), z.unknown())))
const erasureSchema = z.strictObject({ erased: z.record(z.string(), z.int()) })

const ofPerson = { method: 'POST', capability, body: address, sessionOnly: true, recordsItself: true } as const
const settings = { path: paths.restPrivacySettings, capability, response: fields } as const

export const privacyCalls = [
  defineCall({
    ...settings,
    summary: 'Retrieves the retention settings for personal data',
    method: 'GET',
    handler: async (shop: Shop) => ({ json: settingsJson(shop, await loadStored(shop.db, defaults)) }),
  }),
  defineCall({
    ...settings,
    summary: 'Updates the retention settings for personal data',
    method: ['POST', 'PUT', 'PATCH'],
    action: 'edit',
    body: fields.partial(),
    async handler(shop: Shop, { body }) {
      const rules = new Map(rulesOf(shop).map((rule) => [rule.id, rule]))
      const errors: Record<string, string> = {}
      for (const [id, value] of Object.entries(body.retention ?? {})) {
        const rule = rules.get(id)
        if (!rule) errors.retention = `There is no rule ${id}.`
        else if (value.number > 0 && daysOf(value) < rule.minimumDays)
          errors.retention = `${rule.title} are kept for ${rule.minimumDays} days at least.`
      }
      if (Object.keys(errors).length > 0) return invalidFields(errors)
      const saved = await updateSettings<PrivacySettings>(shop.db, defaults, ({ retention }) => ({
        retention: Object.fromEntries(
          Object.entries({ ...retention, ...body.retention }).filter(([, { number }]) => number > 0),
        ),
      }))
      return { json: settingsJson(shop, saved) }
    },
  }),
  defineCall({
    summary: 'Retrieves the number of items due for deletion, and the log of actions on personal data',
    method: 'GET',
    path: paths.restPrivacy,
    capability,
    response: overviewSchema,
    async handler(shop: Shop) {
      const { retention } = await loadStored(shop.db, defaults)
      const rules: PrivacyOverview['rules'] = []
      for (const { id, title, description, minimumDays, count } of rulesOf(shop)) {
        const stored = retention[id]
        const due = stored ? await count(shop.db, cutoffOf(stored, shop.now())) : null
        rules.push({ id, title, description, minimum_days: minimumDays, due })
      }
      const log = (await readPrivacyLog(shop.db, LOG_LENGTH)).map(({ at, userId, actorId, ...event }) => ({
        ...event,
        user_id: userId,
        actor_id: actorId,
        date_created_gmt: toGmtIso(at),
      }))
      return { json: { rules, log } }
    },
  }),
  defineCall({
    summary: 'Exports all personal data of an email address',
    ...ofPerson,
    path: paths.restPersonalDataExports,
    response: exportSchema,
    async handler(shop: Shop, { body, user }) {
      const person = await personByEmail(shop.db, body.email)
      const parts = await readPersonalData(shop.db, person, shop.privacy)
      const details = Object.fromEntries(parts.map(({ id, records }) => [id, records.length]))
      await logPrivacyEvent(shop.db, {
        kind: 'export',
        userId: person.userId,
        actorId: user.id,
        details,
        at: shop.now(),
      })
      const held = parts.filter(({ records }) => records.length > 0)
      return { json: Object.fromEntries(held.map(({ id, records }) => [id, records.map((record) => ({ ...record }))])) }
    },
  }),
  defineCall({
    summary: 'Erases all personal data of an email address',
    ...ofPerson,
    path: paths.restPersonalDataErasures,
    response: erasureSchema,
    async handler(shop: Shop, { body, user }) {
      const person = await personByEmail(shop.db, body.email)
      if (person.userId !== null && (await isStaff(shop.db, person.userId)))
        return invalidFields({ email: 'This account belongs to one of the staff. Make it a customer’s first.' })
      const open = await shop.privacy.countOpenOrders(shop.db, person, shop.now())
      if (open > 0)
        return invalidFields({
          email: `Orders under way: ${open}. Complete or cancel them first; they need their address.`,
        })
      const erasure = { privacy: shop.privacy, actorId: user.id, at: shop.now() }
      return { json: { erased: await shop.db.transaction((tx) => erasePerson(tx, person, erasure)) } }
    },
  }),
]
