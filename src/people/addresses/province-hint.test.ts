import { describe, expect, test } from 'vitest'
import { provinceHint } from './address-rules.ts'
import { canadianProvinces } from './canadian-provinces.ts'

const hint = (postcode: string, province: string) => provinceHint(postcode, province, canadianProvinces)

describe('[ADDR-03] hints for province and postal code', () => {
  test('[ADDR-03] a code of another province suggests the change', () => {
    expect(hint('K1A 0B1', 'QC')).toEqual({
      kind: 'ask',
      code: 'ON',
      text: 'Postal codes that begin with K are in Ontario.',
      button: 'Use Ontario?',
    })
    expect(hint('x0a0h0', 'NT')).toMatchObject({
      code: 'NU',
      text: 'Postal codes that begin with X0A are in Nunavut.',
    })
    expect(hint('X1A 2L9', 'NU')).toMatchObject({ text: expect.stringContaining('in the Northwest Territories.') })
  })

  test('[ADDR-03] without a selection the province is filled in', () => {
    expect(hint('V6B 1A1', '')).toMatchObject({ kind: 'fill', code: 'BC' })
  })

  test('[ADDR-03] matching values and partial codes give no hint', () => {
    for (const [postcode, province] of [
      ['M5V 2T6', 'ON'],
      ['M5V', 'QC'],
      ['', 'QC'],
      ['12345', 'QC'],
    ] as const)
      expect(hint(postcode, province)).toEqual({ kind: 'none' })
  })
})
