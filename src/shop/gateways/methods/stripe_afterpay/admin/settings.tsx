import { payLaterScreen } from '../../../pay-later/admin/pay-later-fields.tsx'

export const methodScreen = payLaterScreen('stripe_afterpay', 'Afterpay')
