import { definePaymentMethod, type OfflineSettings, offlineSchema, paragraphs, sameJson } from '../../payment-method.ts'

export const cheque = definePaymentMethod({
  id: 'cheque',
  defaults: {
    enabled: false,
    title: 'Check payments',
    description: 'Please send a check.',
    instructions: 'Please send us a cheque. We get your order ready when it has cleared.',
  } as OfflineSettings,
  json: sameJson<OfflineSettings>(offlineSchema),
  offline: { acceptedAs: 'on-hold' },
  clause: () => 'by cheque',
  instructions: paragraphs,
})
