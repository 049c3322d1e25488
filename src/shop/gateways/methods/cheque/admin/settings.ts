import type { MethodScreen } from '../../../method-screen.ts'

export const methodScreen: MethodScreen = { id: 'cheque', name: 'Cheque' }
