import { describe, expect, test } from 'vitest'
import { statusOf } from '../form-names.ts'

describe('[FORM-04] statuses of a form', () => {
  test.each([
    ['validation_failed', 'invalid'],
    ['acceptance_missing', 'unaccepted'],
    ['mail_sent', 'sent'],
    ['mail_failed', 'failed'],
    ['payment_required', 'payment-required'],
  ])('%s of the server is %s', (name, status) => {
    expect(statusOf(name)).toBe(status)
  })

  test.each([
    'init',
    'validating',
    'submitting',
    'resetting',
    'invalid',
    'unaccepted',
    'spam',
    'aborted',
    'sent',
    'failed',
  ])('%s is itself', (status) => {
    expect(statusOf(status)).toBe(status)
  })

  test.each([
    ['error', 'custom-error'],
    ['Waits for_the owner!', 'custom-Waits-for-the-owner'],
    ['sentry', 'custom-sentry'],
    ['', 'custom-'],
    ['constructor', 'custom-constructor'],
    ['"><img onerror=x>', 'custom-img-onerror-x'],
    // Setting an earlier status again does not repeat the prefix.
    ['custom-waits', 'custom-waits'],
    ['custom-two words', 'custom-custom-two-words'],
  ])('%j of an add-on is %s', (name, status) => {
    expect(statusOf(name)).toBe(status)
  })
})
