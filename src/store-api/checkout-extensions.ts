import { right, type Wrong, wrongType } from '../rest/params.ts'
import { type Attribution, keptAttribution } from '../tracking/attribution.ts'
import { attributionFields } from '../tracking/visit.ts'
import { type BodyFields, isRecord, reader } from './body-params.ts'

const ATTRIBUTION = 'woocommerce/order-attribution'
const PROOF = 'samovar/proof'
const visitFields = Object.keys(attributionFields)

export type CheckoutExtensions = {
  readonly attribution: Attribution
  /** A solved challenge of `/wp-json/samovar/v1/challenge`, or ''. */
  readonly proof: string
  /** What says something of the purchase: the same one may come again with another proof. */
  readonly ofPurchase: BodyFields
}

/**
 * Additions to a checkout by the name of what adds them. Of a visit every field is a text or null, anything else is
 * refused (reference sheet on attribution, section 3); fields and additions that nobody here knows are left out.
 */
export const checkoutExtensions = reader<CheckoutExtensions>(
  {
    type: 'object',
    properties: {
      [ATTRIBUTION]: {
        type: ['object', 'null'],
        description: 'Where the visit came from.',
        properties: Object.fromEntries(visitFields.map((name) => [name, { type: ['string', 'null'] }])),
      },
      [PROOF]: {
        type: ['object', 'null'],
        description: 'A solved challenge.',
        properties: { proof: { type: 'string' } },
      },
    },
  },
  (value = {}, name) => {
    if (!isRecord(value)) return wrongType(name, 'object')
    const visit = own(value, ATTRIBUTION) ?? {}
    if (!isRecord(visit)) return wrongType(`${name}[${ATTRIBUTION}]`, 'object')
    const wrong = visitFields.find((field) => !isTextOrNull(own(visit, field)))
    if (wrong !== undefined) return { ok: false, wrong: notText(`${name}[${ATTRIBUTION}][${wrong}]`) }
    const { [PROOF]: solved, ...ofPurchase } = value
    const proof = isRecord(solved) ? own(solved, 'proof') : undefined
    return right({
      attribution: keptAttribution(visit),
      proof: typeof proof === 'string' ? proof : '',
      ofPurchase,
    })
  },
)(`Additions by name: ${ATTRIBUTION}, ${PROOF}.`)

const own = (fields: BodyFields, name: string): unknown => (Object.hasOwn(fields, name) ? fields[name] : undefined)

const isTextOrNull = (value: unknown): boolean => value === undefined || value === null || typeof value === 'string'

const notText = (name: string): Wrong => ({ code: 'api-error', message: `${name} is not of type string or null.` })
