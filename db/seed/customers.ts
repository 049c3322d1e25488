import type { SeedCustomer } from './types.ts'

/**
 * The two customers of the demo shop. Every product that they reviewed as verified owners is in one of their orders.
 */
export const customers: readonly SeedCustomer[] = [
  {
    email: 'customer@samovar.test',
    name: 'Maya Chen',
    address: {
      firstName: 'Maya',
      lastName: 'Chen',
      address1: '418 Brunswick Avenue',
      address2: 'Unit 2',
      city: 'Toronto',
      state: 'ON',
      postcode: 'M5R 2Z4',
      phone: '416-555-0142',
    },
    orders: [
      {
        daysAgo: 62,
        status: 'completed',
        lines: [
          { sku: 'BLK-EARLGREY-100', quantity: 1 },
          { sku: 'WHT-BAIMUDAN-50', quantity: 1 },
          { sku: 'TWR-INFUSER', quantity: 1 },
        ],
      },
      {
        daysAgo: 23,
        status: 'completed',
        lines: [
          { sku: 'BLK-EARLGREY-100', quantity: 2 },
          { sku: 'GRN-SENCHA-50', quantity: 1 },
          { sku: 'TWR-CADDY-450', quantity: 2 },
        ],
      },
      {
        daysAgo: 1,
        status: 'processing',
        lines: [
          { sku: 'GRN-LONGJING-50', quantity: 1 },
          { sku: 'GRN-MATCHA-30', quantity: 1 },
          { sku: 'TWR-CHASEN-80', quantity: 1 },
        ],
      },
    ],
  },
  {
    email: 'luc@samovar.test',
    name: 'Luc Tremblay',
    address: {
      firstName: 'Luc',
      lastName: 'Tremblay',
      address1: '5230 rue Saint-Denis',
      address2: 'App. 4',
      city: 'Montréal',
      state: 'QC',
      postcode: 'H2J 2M2',
      phone: '514-555-0167',
    },
    orders: [
      {
        daysAgo: 55,
        status: 'completed',
        lines: [
          { sku: 'OOL-TGY-50', quantity: 1 },
          { sku: 'OOL-DHP-50', quantity: 1 },
          { sku: 'TWR-GAIWAN-120', quantity: 1 },
        ],
      },
      {
        daysAgo: 3,
        status: 'processing',
        lines: [
          { sku: 'OOL-ROUGUI-50', quantity: 2 },
          { sku: 'DRK-XQG-100', quantity: 1 },
        ],
      },
    ],
  },
]
