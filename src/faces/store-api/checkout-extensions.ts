import { invalid, invalidType, ok } from '../../platform/rest/params.ts'
import { type Fields, isRecord } from '../../platform/rest/request.ts'
import { type Attribution, sanitizeAttribution } from '../../shop/tracking/attribution.ts'
import { attributionFields } from '../../shop/tracking/visit.ts'
import { bodyParser } from './body-params.ts'

const ATTRIBUTION = 'woocommerce/order-attribution'
const PROOF = 'samovar/proof'
const attributionFieldNames = Object.keys(attributionFields)

export type CheckoutExtensions = {
  readonly attribution: Attribution
  /** A solved challenge of `/wp-json/samovar/v1/challenge`, or ''. */
  readonly proof: string
  /** Fields that are part of the purchase: the same purchase may be retried with another proof. */
  readonly purchaseFields: Fields
}

/**
 * Checkout extensions by namespace. Attribution fields are text or null, anything else is rejected (reference sheet on
 * attribution, section 3); unknown fields and namespaces are ignored.
 */
export const checkoutExtensions = bodyParser<CheckoutExtensions>(
  {
    type: 'object',
    properties: {
      [ATTRIBUTION]: {
        type: ['object', 'null'],
        description: 'Where the visit came from.',
        properties: Object.fromEntries(attributionFieldNames.map((name) => [name, { type: ['string', 'null'] }])),
      },
      [PROOF]: {
        type: ['object', 'null'],
        description: 'A solved challenge.',
        properties: { proof: { type: 'string' } },
      },
    },
  },
  (value = {}, name) => {
    if (!isRecord(value)) return invalidType(name, 'object')
    const attribution = ownValue(value, ATTRIBUTION) ?? {}
    if (!isRecord(attribution)) return invalidType(`${name}[${ATTRIBUTION}]`, 'object')
    const invalidField = attributionFieldNames.find((field) => typeof (ownValue(attribution, field) ?? '') !== 'string')
    if (invalidField !== undefined)
      return invalid('api-error', `${name}[${ATTRIBUTION}][${invalidField}] is not of type string or null.`)
    const { [PROOF]: proofField, ...purchaseFields } = value
    const proof = isRecord(proofField) ? ownValue(proofField, 'proof') : undefined
    return ok({
      attribution: sanitizeAttribution(attribution),
      proof: typeof proof === 'string' ? proof : '',
      purchaseFields,
    })
  },
)(`Additions by name: ${ATTRIBUTION}, ${PROOF}.`)

const ownValue = (fields: Fields, name: string): unknown => (Object.hasOwn(fields, name) ? fields[name] : undefined)
