import type { MethodScreen } from '../../../method-screen.ts'

export const methodScreen: MethodScreen = { id: 'stripe_cc', name: 'Card' }
