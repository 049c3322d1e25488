import { connect as connectSocket } from 'node:net'
import { DrizzleQueryError } from 'drizzle-orm'
import pg from 'pg'
import { expect, test } from 'vitest'
import { unavailableReason } from './unavailable-reason.ts'

const coded = (code: string, more: object = {}) => Object.assign(new Error(code), { code, ...more })

test('outages, full disks and overload are distinguished from bugs', () => {
  for (const code of ['57P01', '57P02', '57P03', '08006', '08001', '25006'])
    expect(unavailableReason(coded(code))).toBe('unreachable')
  for (const code of ['53100', '58030']) expect(unavailableReason(coded(code))).toBe('disk-full')
  for (const code of ['53200', '53300', '53400', '57014']) expect(unavailableReason(coded(code))).toBe('busy')
  for (const code of ['23505', '40P01', '22P02', '42P01', '25P02', '28P01'])
    expect(unavailableReason(coded(code))).toBe(null)
})

test('the cause is read from wrapped errors', () => {
  const wrapped = new DrizzleQueryError('select 1', [], coded('53100'))
  expect(unavailableReason(new Error('An order could not be written', { cause: wrapped }))).toBe('disk-full')
  expect(unavailableReason(new AggregateError([coded('ECONNREFUSED')], ''))).toBe('unreachable')
})

test('a full disk is detected in file errors too, a missing file is not one', () => {
  expect(unavailableReason(coded('ENOSPC', { syscall: 'write' }))).toBe('disk-full')
  expect(unavailableReason(coded('ENOENT', { syscall: 'open' }))).toBe(null)
  expect(unavailableReason(coded('ENOENT', { syscall: 'connect' }))).toBe('unreachable')
})

test('a bug is not an outage', () => {
  expect(unavailableReason(new TypeError('Cannot read properties of undefined'))).toBe(null)
  expect(unavailableReason('57P01')).toBe(null)
  expect(unavailableReason(undefined)).toBe(null)
})

test('the driver’s messages for lost connections are recognized', async () => {
  const unreachable = new pg.Client({ host: '127.0.0.1', port: 1 })
  expect(unavailableReason(await unreachable.connect().catch((error: unknown) => error))).toBe('unreachable')
  const missing = new pg.Client({ host: '/nowhere', port: 5432 })
  expect(unavailableReason(await missing.connect().catch((error: unknown) => error))).toBe('unreachable')
  const socket = connectSocket({ host: '127.0.0.1', port: 1 })
  expect(unavailableReason(await new Promise((done) => socket.once('error', done)))).toBe('unreachable')
})
