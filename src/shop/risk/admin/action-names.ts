import type { FraudAction } from '../fraud-rules.ts'

export const actionNames: Readonly<Record<FraudAction, string>> = {
  off: 'Take the payment',
  note: 'Take it, and write a note on the order',
  review: 'Take it, and hold the order for review',
  challenge: 'Ask the bank to authenticate the cardholder',
  block: 'Block the payment',
}

export const actionBadges = {
  off: { name: 'No rule applies', tone: 'leaf' },
  note: { name: 'Note', tone: 'sky' },
  review: { name: 'Review', tone: 'gold' },
  challenge: { name: 'Authenticate', tone: 'sky' },
  block: { name: 'Block', tone: 'berry' },
} as const
