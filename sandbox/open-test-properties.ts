type Name = 'string' | 'integer' | 'boolean' | 'object' | 'array' | 'null'
type JsonType = Name | `${Name} or ${Name}`
type Properties = Record<string, JsonType>

const timed: Properties = { id: 'string', object: 'string', created: 'integer', livemode: 'boolean' }
const money: Properties = { amount: 'integer', currency: 'string' }

/**
 * The properties that the provider's OpenAPI description requires or its published objects have: for each object by its
 * name, and for its parts by their path.
 */
export const requiredProperties: Record<string, Properties> = {
  payment_intent: {
    ...timed,
    ...money,
    capture_method: 'string',
    confirmation_method: 'string',
    payment_method_types: 'array',
    status: 'string',
  },
  'payment_intent.next_action': { type: 'string' },
  setup_intent: {
    ...timed,
    automatic_payment_methods: 'object or null',
    flow_directions: 'array or null',
    payment_method_types: 'array',
    status: 'string',
    usage: 'string',
  },
  'setup_intent.next_action': { type: 'string' },
  payment_method: { ...timed, billing_details: 'object', type: 'string' },
  'payment_method.card': {
    brand: 'string',
    exp_month: 'integer',
    exp_year: 'integer',
    funding: 'string',
    last4: 'string',
  },
  'payment_method.card.networks': { available: 'array' },
  'payment_method.card.three_d_secure_usage': { supported: 'boolean' },
  'payment_method.card.wallet': { type: 'string' },
  customer: {
    ...timed,
    invoice_prefix: 'string or null',
    next_invoice_sequence: 'integer',
    test_clock: 'string or null',
  },
  token: { ...timed, type: 'string', used: 'boolean' },
  card: {
    id: 'string',
    object: 'string',
    brand: 'string',
    exp_month: 'integer',
    exp_year: 'integer',
    funding: 'string',
    last4: 'string',
  },
  charge: {
    ...timed,
    ...money,
    amount_captured: 'integer',
    amount_refunded: 'integer',
    billing_details: 'object',
    captured: 'boolean',
    disputed: 'boolean',
    metadata: 'object',
    paid: 'boolean',
    refunded: 'boolean',
    status: 'string',
  },
  'charge.outcome': { type: 'string' },
  'charge.payment_method_details': { type: 'string' },
  'charge.payment_method_details.card': { exp_month: 'integer', exp_year: 'integer' },
  refund: {
    id: 'string',
    object: 'string',
    created: 'integer',
    ...money,
    customer: 'string or null',
    destination_details: 'object',
    payment_method: 'string or null',
  },
  'refund.destination_details': { type: 'string' },
  dispute: {
    ...timed,
    ...money,
    balance_transactions: 'array',
    charge: 'string or object',
    evidence: 'object',
    evidence_details: 'object',
    is_charge_refundable: 'boolean',
    metadata: 'object',
    reason: 'string',
    status: 'string',
  },
  'dispute.evidence_details': { has_evidence: 'boolean', past_due: 'boolean', submission_count: 'integer' },
  file: { id: 'string', object: 'string', created: 'integer', purpose: 'string', size: 'integer' },
  event: { ...timed, data: 'object', pending_webhooks: 'integer', type: 'string' },
  'event.data': { object: 'object' },
  webhook_endpoint: {
    ...timed,
    enabled_events: 'array',
    metadata: 'object',
    status: 'string',
    url: 'string',
  },
  balance_transaction: {
    id: 'string',
    object: 'string',
    created: 'integer',
    ...money,
    available_on: 'integer',
    balance_type: 'string',
    fee: 'integer',
    fee_details: 'array',
    net: 'integer',
    reporting_category: 'string',
    status: 'string',
    type: 'string',
  },
  'balance_transaction.fee_details': { ...money, type: 'string' },
  payout: {
    ...timed,
    ...money,
    application_fee_amount: 'integer or null',
    arrival_date: 'integer',
    automatic: 'boolean',
    method: 'string',
    payout_method: 'string or null',
    reconciliation_status: 'string',
    source_type: 'string',
    status: 'string',
    trace_id: 'object or null',
    type: 'string',
  },
  list: { object: 'string', data: 'array', has_more: 'boolean', url: 'string' },
  error: { type: 'string' },
}

const typeOf = (value: unknown): string => {
  if (Array.isArray(value)) return 'array'
  if (value === null) return 'null'
  return typeof value === 'number' && Number.isInteger(value) ? 'integer' : typeof value
}

/**
 * Properties that are missing or have another type, in a response and everything inside it: `charge.outcome.type:
 * undefined`.
 */
export function missingProperties(value: unknown, path = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((entry) => missingProperties(entry, path))
  if (typeof value !== 'object' || value === null) return []
  const fields = value as Record<string, unknown>
  // A deleted object has only its id. The object inside an event is checked like any other.
  const here = typeof fields.object === 'string' ? fields.object : path
  const required = fields.deleted === true ? {} : (requiredProperties[here] ?? {})
  const missing = Object.entries(required)
    .filter(([name, type]) => !type.split(' or ').includes(typeOf(fields[name])))
    .map(([name, type]) => `${here}.${name}: ${typeOf(fields[name])} in place of ${type}`)
  const inside = Object.entries(fields).flatMap(([name, field]) =>
    missingProperties(field, name === 'error' && here === '' ? 'error' : `${here}.${name}`),
  )
  return [...missing, ...inside]
}
