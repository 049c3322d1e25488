import { walletScreen } from '../../../wallet/admin/wallet-fields.tsx'

export const methodScreen = walletScreen('stripe_applepay', 'Apple Pay')
