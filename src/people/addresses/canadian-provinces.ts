import type { Province } from './address-rules.ts'

/** In the order of the select. Phones and wallets may send a province by its French name. */
export const canadianProvinces: readonly Province[] = [
  { code: 'AB', name: 'Alberta' },
  { code: 'BC', name: 'British Columbia', aliases: ['Colombie-Britannique'] },
  { code: 'MB', name: 'Manitoba' },
  { code: 'NB', name: 'New Brunswick', aliases: ['Nouveau-Brunswick'] },
  {
    code: 'NL',
    name: 'Newfoundland and Labrador',
    aliases: ['Newfoundland', 'Newfoundland & Labrador', 'Terre-Neuve-et-Labrador', 'Terre-Neuve', 'NF'],
  },
  { code: 'NT', name: 'Northwest Territories', aliases: ['Territoires du Nord-Ouest'] },
  { code: 'NS', name: 'Nova Scotia', aliases: ['Nouvelle-Écosse'] },
  { code: 'NU', name: 'Nunavut' },
  { code: 'ON', name: 'Ontario' },
  { code: 'PE', name: 'Prince Edward Island', aliases: ['PEI', 'Île-du-Prince-Édouard'] },
  { code: 'QC', name: 'Quebec', aliases: ['PQ'] },
  { code: 'SK', name: 'Saskatchewan' },
  { code: 'YT', name: 'Yukon Territory', aliases: ['Yukon'] },
]
