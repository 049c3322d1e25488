export type Check = { state: 'empty' | 'incomplete' | 'invalid' | 'complete'; code?: string }

export function digitsOf(text: string): string
export function brandOf(number: string): string
export function passesLuhn(number: string): boolean
export function numberLength(brand: string): number
export function cvcLength(brand: string): number
export function formatNumber(digits: string): string
export function formatExpiry(text: string, deleting: boolean): string
export function checkNumber(text: string): Check
export function checkExpiry(text: string, now: Date): Check & { month: number; year: number }
export function checkCvc(text: string, brand: string): Check
