import { z } from 'zod'
import { definePaymentMethod, type OfflineSettings, offlineSchema, paragraphs } from '../../payment-method.ts'
import { shippingKinds } from './admin/shipping-kinds.ts'

type OnDeliverySettings = OfflineSettings & {
  /** Offered with these shipping methods only, by kind such as `local_pickup`; with all when empty. */
  readonly shippingMethods: readonly string[]
}

const kinds: string[] = shippingKinds.map(([kind]) => kind)
const schema = offlineSchema.extend({ shipping_methods: z.array(z.enum(kinds)).max(kinds.length) })
export type OnDeliveryJson = z.infer<typeof schema>

export const onDelivery = definePaymentMethod({
  id: 'cod',
  defaults: {
    enabled: false,
    title: 'Cash on delivery',
    description: 'Pay with cash upon delivery.',
    instructions: 'Please have the amount ready when you receive your order.',
    shippingMethods: [],
  } as OnDeliverySettings,
  json: {
    schema,
    of: ({ shippingMethods, ...settings }): OnDeliveryJson => ({
      ...settings,
      shipping_methods: [...shippingMethods],
    }),
    parse: ({ shipping_methods: shippingMethods, ...settings }) => ({ ...settings, shippingMethods }),
  },
  offline: { acceptedAs: 'processing' },
  isOffered: ({ shippingMethods }, { rateId }) =>
    shippingMethods.length === 0 || (rateId !== null && shippingMethods.includes(rateId.split(':')[0] ?? '')),
  clause: ({ shippingMethods }) =>
    shippingMethods.length > 0 && shippingMethods.every((kind) => kind === 'local_pickup')
      ? 'when you pick up your order'
      : 'on delivery',
  instructions: paragraphs,
})
