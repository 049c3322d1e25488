/** The API's OPTIONS responses compared with the recorded shop: names and types, without descriptions. */
import { describe, test } from 'vitest'
import { openShop, recordedSettings } from '../support/shop.ts'
import { type Deviation, Replay, recordedExchanges } from './replay.ts'

type Schema = {
  type?: string | string[]
  anyOf?: Schema[]
  properties?: Record<string, Schema>
  items?: Schema
  additionalProperties?: unknown
}
type Options = {
  namespace: string
  methods: string[]
  schema?: Schema & { title: string }
  endpoints?: { methods: string[]; args: Record<string, Record<string, unknown>> }[]
}

/** Every path of a schema with its types; integers count as numbers. */
function placesOf(schema: Schema, place: string, found: Record<string, string> = {}): Record<string, string> {
  const kinds = [schema.type ?? [], ...(schema.anyOf ?? []).map((one) => one.type ?? [])].flat()
  found[place] = [...new Set(kinds.map((kind) => (kind === 'integer' ? 'number' : kind)))].toSorted().join(' or ')
  for (const whole of [schema, ...(schema.anyOf ?? [])]) {
    for (const [name, part] of Object.entries(whole.properties ?? {})) placesOf(part, `${place}.${name}`, found)
    if (whole.items && !Array.isArray(whole.items)) placesOf(whole.items, `${place}[]`, found)
  }
  return found
}

function argumentsOf(endpoints: Options['endpoints']) {
  return Object.fromEntries(
    (endpoints ?? []).flatMap(({ methods, args }) =>
      Object.entries(args).map(([name, { type, enum: options, minimum, maximum, default: fallback }]) => [
        `${methods.join()} ${name}`,
        { type, options, minimum, maximum, fallback },
      ]),
    ),
  )
}

const { app } = await openShop({ settings: recordedSettings })

const whole = (where: RegExp): Deviation => ({ where, reason: 'responses-fully-described' })
const once: Deviation = { where: /^body\.methods/, reason: 'each-method-once' }

const cases: readonly [file: string, deviations: readonly Deviation[]][] = [
  [
    'store-schema-cart',
    [
      whole(/\.(package_id|raw_prices)$/),
      whole(/\.attributes\[\]\.(taxonomy|value)$/),
      whole(/\.(payment_requirements|payment_methods)\[\]$/),
    ],
  ],
  [
    'store-schema-checkout',
    [once, whole(/\.(create_account|extensions\.woocommerce\/order-attribution)/), whole(/\.__experimentalCart/)],
  ],
]

for (const [file, deviations] of cases) {
  const replay = new Replay(app, (body) => {
    const { endpoints: _, schema, ...rest } = body as Options
    return { ...rest, title: schema?.title, places: schema ? placesOf(schema, 'schema') : {} }
  })
  test.each(recordedExchanges(file))(
    `[API-01] $name says what a ${file.slice('store-schema-'.length)} is`,
    (exchange) => {
      // The recording is truncated only in parts that are not compared here.
      const { trimmed: _, ...uncut } = exchange
      return replay.step({ exchange: uncut, deviations })
    },
  )
  test(`every named deviation of ${file} occurs`, () => replay.expectNoUnusedDeviation())
}

describe('OPTIONS /products', () => {
  const replay = new Replay(app, (body) => ({ arguments: argumentsOf((body as Options).endpoints) }))
  const asRead = (where: RegExp): Deviation => ({ where, reason: 'arguments-as-parsed' })
  const deviations = [
    asRead(/GET (slug|sku|category|brand|tag|min_price|max_price)\.(type|fallback|minimum)$/),
    asRead(/GET (page|offset|related)\.(minimum|maximum|fallback)$/),
    asRead(/GET attributes\.fallback$/),
  ]
  test.each(recordedExchanges('store-schema-products'))('[API-01] lists the parameters of a product list', (exchange) =>
    replay.step({ exchange, deviations }),
  )
  test('every named deviation occurs', () => replay.expectNoUnusedDeviation())
})
