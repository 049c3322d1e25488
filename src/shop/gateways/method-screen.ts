import type { ComponentType } from 'react'

export type MethodScreen = {
  readonly id: string
  readonly name: string
  /** Its own settings, below those that every method has: form fields named after its id, such as `bacs.accounts`. */
  readonly Fields?: ComponentType
}

export const methodLimits = { title: 60, description: 300, instructions: 1000 } as const

/** Whether payments of a method go through the provider, where only its id is known. */
export const isOfProvider = (id: string): boolean => id.startsWith('stripe_')
