import { walletScreen } from '../../admin/wallet-fields.tsx'

export const methodScreen = walletScreen('stripe_payment_request', 'Browser wallet')
