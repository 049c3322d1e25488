import type { Shop } from '../shop.ts'

/** The parts of the shop that the owner's JSON reads. */
export type RestShop = Pick<Shop, 'db' | 'url' | 'secret' | 'now' | 'jobs' | 'pricing' | 'settings'>
