import { expect, test } from 'vitest'
import { provinceOfArea } from './address-rules.ts'

test('a Canadian postal code tells its province, also by its first half', () => {
  const codes = [
    'A1C 5M3',
    'b3j1s9',
    'C1A',
    'E1C',
    'H2Y 1C6',
    ' M5V',
    'R3C',
    'S4P',
    'T2P',
    'V8W 1P6',
    'Y1A',
    'X0A',
    'X1A',
  ]
  expect(codes.map(provinceOfArea).join(' ')).toBe('NL NS PE NB QC ON MB SK AB BC YT NU NT')
})

test('what is no postal code tells nothing', () => {
  expect(['', '10001', 'D1A', 'MV5', 'W1A 1AA', 'Toronto'].map(provinceOfArea)).toEqual(['', '', '', '', '', ''])
})
