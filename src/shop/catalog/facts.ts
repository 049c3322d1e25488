export type TeaKind = 'white' | 'green' | 'yellow' | 'oolong' | 'black' | 'dark' | 'herbal'

export const kindNames: Readonly<Record<TeaKind, string>> = {
  white: 'White tea',
  green: 'Green tea',
  yellow: 'Yellow tea',
  oolong: 'Oolong',
  black: 'Black tea',
  dark: 'Dark tea',
  herbal: 'Herbal',
}

export type Steeping = {
  readonly grams: number
  readonly millilitres: number
  readonly celsius: number
  readonly minutes: number
  /** How many times the leaves can be steeped. */
  readonly infusions: number
}

export type TeaFacts = {
  readonly kind: TeaKind
  readonly origin: string
  readonly country: string
  readonly cultivar?: string
  readonly harvest?: string
  readonly elevation?: string
  readonly caffeine: 'none' | 'low' | 'medium' | 'high'
  readonly steeping: Steeping
}
