import { createContext } from 'react'
import type { Exchange } from '../money/exchange.ts'

/** The currency in which a page shows catalogue prices; null: the shop's. */
export const ExchangeContext = createContext<Exchange | null>(null)
