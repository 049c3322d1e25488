import type { ComponentType } from 'react'

export type MethodScreen = {
  readonly id: string
  readonly name: string
  /** Fields of the method's own settings, below the common ones. Their names begin with its id: `bacs.accounts`. */
  readonly Fields?: ComponentType
}

export const methodLimits = { title: 60, description: 300, instructions: 1000 } as const

/** Whether a method's payments go through the provider, for browser code, which knows only its id. */
export const isProviderMethodId = (id: string): boolean => id.startsWith('stripe_')
