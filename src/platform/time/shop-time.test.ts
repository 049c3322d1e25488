import { expect, test } from 'vitest'
import {
  endOfShopDay,
  formatShopDateTime,
  formatShopDay,
  formatShortDay,
  parseShopTime,
  setShopTimeZone,
  toGmtIso,
  toLocalIso,
} from './shop-time.ts'

const winter = new Date('2026-11-20T11:49:27.500Z')
const summer = new Date('2026-07-01T03:30:00Z')

test('[PLAT-01] dates are formatted as en-CA in the shop’s time zone', () => {
  expect(formatShopDay(winter)).toBe('November 20, 2026')
  expect(formatShopDay(summer)).toBe('June 30, 2026')
  expect(formatShortDay(winter)).toMatch(/^Nov\.? 20, 2026$/)
  expect(formatShopDateTime(winter)).toMatch(/^Nov\.? 20, 2026, 6:49\sa\.m\.$/)
})

test('local time and UTC are formatted without an offset', () => {
  expect(toLocalIso(winter)).toBe('2026-11-20T06:49:27')
  expect(toGmtIso(winter)).toBe('2026-11-20T11:49:27')
  expect(toLocalIso(new Date('2026-11-20T05:00:00Z'))).toBe('2026-11-20T00:00:00')
})

test('a time without an offset is local time, in winter and in summer', () => {
  expect(parseShopTime('2026-11-20T06:49:27')).toEqual(new Date('2026-11-20T11:49:27Z'))
  expect(parseShopTime('2026-07-01')).toEqual(new Date('2026-07-01T04:00:00Z'))
  expect(parseShopTime('2026-11-20T06:49:27Z')).toEqual(new Date('2026-11-20T06:49:27Z'))
  expect(parseShopTime('2026-11-20T06:49:27+0100')).toEqual(new Date('2026-11-20T05:49:27Z'))
})

test('around daylight saving changes', () => {
  expect(parseShopTime('2026-11-01T00:30:00')).toEqual(new Date('2026-11-01T04:30:00Z'))
  expect(parseShopTime('2026-11-01T03:00:00')).toEqual(new Date('2026-11-01T08:00:00Z'))
  expect(parseShopTime('2026-03-08T03:30:00')).toEqual(new Date('2026-03-08T07:30:00Z'))
  expect(parseShopTime('2026-11-01T01:30:00'), 'the first of two').toEqual(new Date('2026-11-01T05:30:00Z'))
  expect(parseShopTime('2026-11-01T01:30:00-05:00'), 'the second').toEqual(new Date('2026-11-01T06:30:00Z'))
})

test('a time that clocks skip is as much later, as PostgreSQL has it: no day begins on the day before', () => {
  expect(parseShopTime('2027-03-14T02:00:00')).toEqual(new Date('2027-03-14T07:00:00Z'))
  expect(parseShopTime('2027-03-14T02:30:00')).toEqual(new Date('2027-03-14T07:30:00Z'))
  setShopTimeZone('Europe/Berlin')
  expect(parseShopTime('2027-03-28T02:30:00')).toEqual(new Date('2027-03-28T01:30:00Z'))
  // In the Azores, the hour that summer time skips begins at midnight.
  setShopTimeZone('Atlantic/Azores')
  expect(toLocalIso(parseShopTime('2027-03-28') ?? winter)).toBe('2027-03-28T01:00:00')
  expect(endOfShopDay(new Date('2027-03-27T12:00:00Z'))).toEqual(new Date('2027-03-28T01:00:00Z'))
  setShopTimeZone('America/Toronto')
})

test('invalid times are null', () => {
  const years = ['0000-01-01', '0000-12-31T23:00:00Z', '0050-01-01']
  for (const text of ['', 'yesterday', '2026-13-40', '2026-02-30', '20/11/2026', '2026-11-20T99:00:00', ...years]) {
    expect(parseShopTime(text), text).toBeNull()
  }
})

test('no time is after the year 9999', () => {
  const last = new Date('9999-12-31T23:59:59Z')
  expect(parseShopTime('9999-12-31T23:59:59')).toEqual(last)
  expect(parseShopTime('9999-12-31T23:59:59-0100')).toEqual(last)
  expect(parseShopTime('9999-12-31')).toEqual(new Date('9999-12-31T05:00:00Z'))
  setShopTimeZone('Pacific/Kiritimati')
  expect(parseShopTime('9999-12-31T23:59:59')).toEqual(new Date('9999-12-31T09:59:59Z'))
  setShopTimeZone('America/Toronto')
})

test('another time zone applies from when it is set; an unknown one changes nothing', () => {
  setShopTimeZone('America/Winnipeg')
  setShopTimeZone('America/Atlantis')
  setShopTimeZone('+05:00')
  expect(toLocalIso(winter)).toBe('2026-11-20T05:49:27')
  expect(parseShopTime('2026-07-01')).toEqual(new Date('2026-07-01T05:00:00Z'))
  expect(formatShopDay(new Date('2026-11-20T05:30:00Z'))).toBe('November 19, 2026')
  setShopTimeZone('Asia/Kolkata')
  expect(toLocalIso(winter)).toBe('2026-11-20T17:19:27')
  setShopTimeZone('America/Toronto')
  expect(toLocalIso(winter)).toBe('2026-11-20T06:49:27')
})
