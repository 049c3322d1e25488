import { z } from 'zod'
import { priceString } from '../../../platform/money/money.ts'
import { defineCall } from '../../../platform/rest/call.ts'
import { DAY_MS } from '../../../platform/time/durations.ts'
import { toGmtIso } from '../../../platform/time/shop-time.ts'
import type { Platform, WithSettings } from '../../../platform/web/context.ts'
import { paths } from '../../../platform/web/routes.ts'
import { paymentSettingsWrite } from '../../../things/settings/capabilities.ts'
import { settingsCalls } from '../../../things/settings/settings-calls.ts'
import { ordersRead } from '../../orders/capabilities.ts'
import { assessmentsOf, tryRules } from '../fraud.store.ts'
import { fraudLimits } from '../fraud-limits.ts'
import { type FraudRules, fraudActions } from '../fraud-rules.ts'
import { type FraudSettings, fraudDefaults } from '../settings.ts'

const action = z.enum(fraudActions)
const velocity = z.strictObject({
  action,
  max: z.int().min(1).max(fraudLimits.max),
  hours: z.int().min(1).max(fraudLimits.hours),
})
const mismatch = z.strictObject({ action })

const rulesShape = z.strictObject({
  card_velocity: velocity.describe('Rule for the number of orders paid with the same card.'),
  card_testing: velocity.describe(
    'Rule for the number of different cards that failed for one customer. At twice the number, a challenge becomes a block.',
  ),
  address_velocity: velocity.describe('Rule for the number of orders to the same address.'),
  account_velocity: velocity.describe('Rule for the number of orders of the same account or email address.'),
  country_mismatch: mismatch.describe('Rule for orders whose card, billing and shipping countries differ.'),
  postal_mismatch: mismatch.describe(
    'Rule for payments whose postal code does not match that of the cardholder, according to the bank.',
  ),
  first_order: z
    .strictObject({ action, above_cents: z.int().min(0).max(fraudLimits.aboveCents) })
    .describe('Rule for the first order of a customer, if it exceeds an amount in cents.'),
  offline_orders: z
    .boolean()
    .describe('Whether the rules also apply to orders paid by transfer, by cheque or on delivery.'),
  beacon_key: z
    .string()
    .trim()
    .max(100)
    .regex(/^[\w.-]*$/, 'Letters, digits, dots and dashes only.')
    .describe('Key of the fraud-detection service on payment pages. Empty for none.'),
})
export type FraudRulesJson = z.infer<typeof rulesShape>

const rulesJson = ({ fraudRules: rules, fraudOfflineOrders, fraudDetection }: FraudSettings): FraudRulesJson => ({
  card_velocity: rules.cardVelocity,
  card_testing: rules.cardTesting,
  address_velocity: rules.addressVelocity,
  account_velocity: rules.accountVelocity,
  country_mismatch: rules.countryMismatch,
  postal_mismatch: rules.postalMismatch,
  first_order: { action: rules.firstOrder.action, above_cents: rules.firstOrder.aboveCents },
  offline_orders: fraudOfflineOrders,
  beacon_key: fraudDetection.beaconKey,
})

const parseRules = (json: FraudRulesJson): FraudRules => ({
  cardVelocity: json.card_velocity,
  cardTesting: json.card_testing,
  addressVelocity: json.address_velocity,
  accountVelocity: json.account_velocity,
  countryMismatch: json.country_mismatch,
  postalMismatch: json.postal_mismatch,
  firstOrder: { action: json.first_order.action, aboveCents: json.first_order.above_cents },
})

const trialShape = z.strictObject({
  days: z.int(),
  orders: z.int().describe('Number of evaluated orders. At most the newest 1,000 of these days.'),
  review: z.int(),
  challenge: z.int(),
  block: z.int(),
  flagged: z.array(
    z.strictObject({
      id: z.int(),
      number: z.string(),
      date_created_gmt: z.string(),
      total: z.string(),
      currency: z.string(),
      status: z.string(),
      action,
      reasons: z.array(z.string()),
    }),
  ),
})
export type FraudTrialJson = z.infer<typeof trialShape>

const assessmentShape = z.strictObject({ date_created_gmt: z.string(), action, reasons: z.array(z.string()) })
export type FraudAssessmentJson = z.infer<typeof assessmentShape>

export const fraudCalls = [
  ...settingsCalls<FraudSettings>({
    path: paths.restFraudRules,
    capability: paymentSettingsWrite,
    summaries: ['Retrieves the fraud rules', 'Updates the fraud rules'],
    defaults: fraudDefaults,
    json: {
      shape: rulesShape.shape,
      of: rulesJson,
      parse(sent, before) {
        const changed = { ...rulesJson(before), ...sent }
        return {
          fraudRules: parseRules(changed),
          fraudOfflineOrders: changed.offline_orders,
          fraudDetection: { beaconKey: changed.beacon_key },
        }
      },
    },
  }),
  defineCall({
    summary: 'Tests fraud rules on past orders without changing anything',
    method: 'POST',
    path: paths.restFraudTrial,
    capability: paymentSettingsWrite,
    action: 'view',
    recordsItself: true,
    body: z.object({ rules: rulesShape, days: z.int().min(1).max(fraudLimits.trialDays).default(90) }),
    response: trialShape,
    async handler(shop: Pick<Platform, 'db' | 'now'> & WithSettings<FraudSettings>, { body }) {
      const since = new Date(shop.now().getTime() - body.days * DAY_MS)
      const trial = await tryRules(shop.db, parseRules(body.rules), since, body.rules.offline_orders)
      const count = (wanted: string) => trial.flagged.filter((order) => order.action === wanted).length
      return {
        json: {
          days: body.days,
          orders: trial.total,
          review: count('review'),
          challenge: count('challenge'),
          block: count('block'),
          flagged: trial.flagged.slice(0, fraudLimits.shown).map((order) => ({
            id: order.id,
            number: String(order.id),
            date_created_gmt: toGmtIso(order.createdAt),
            total: priceString(order.totalCents, order.currency),
            currency: order.currency,
            status: order.status,
            action: order.action,
            reasons: order.reasons.map(({ text }) => text),
          })),
        },
      }
    },
  }),
  defineCall({
    summary: 'Lists the decisions of the fraud rules about an order, newest first',
    method: 'GET',
    path: '/wp-json/samovar/v1/orders/:order{[0-9]+}/fraud',
    capability: ordersRead,
    response: z.array(assessmentShape),
    async handler({ db }: Pick<Platform, 'db'>, { id }) {
      const assessments = await assessmentsOf(db, id)
      return {
        json: assessments.map((assessment) => ({
          date_created_gmt: toGmtIso(assessment.createdAt),
          action: assessment.action,
          reasons: assessment.reasons.map(({ text }) => text),
        })),
      }
    },
  }),
]
