import type { TaxRate, TaxTable } from './tax.ts'

/*
 * Sales taxes of Canada on goods sent to a buyer. Basic groceries, tea leaves among them, are zero-rated for GST, HST and
 * QST and exempt from the provincial taxes, so every row is for the standard class. The table is whole from mid-2013 on.
 * Sources: Canada Revenue Agency, GST/HST rates by province; the finance ministries of British Columbia, Manitoba and
 * Saskatchewan; Revenu Québec.
 */

function standard(
  id: number,
  state: string,
  label: string,
  ratePer100k: number,
  priority: number,
  from: string,
): TaxRate {
  return { id, country: 'CA', state, label, ratePer100k, priority, classes: ['standard'], from }
}

/** The federal tax, or the harmonised one that stands in its place, comes first; a province's own tax second. */
export const canadianTaxes: TaxTable = {
  timeZone: 'America/Toronto',
  rates: [
    standard(1, '', 'GST', 5000, 1, '2008-01-01'),

    standard(2, 'ON', 'HST', 13000, 1, '2010-07-01'),
    standard(3, 'NB', 'HST', 13000, 1, '2008-01-01'),
    standard(4, 'NB', 'HST', 15000, 1, '2016-07-01'),
    standard(5, 'NL', 'HST', 13000, 1, '2008-01-01'),
    standard(6, 'NL', 'HST', 15000, 1, '2016-07-01'),
    standard(7, 'PE', 'HST', 14000, 1, '2013-04-01'),
    standard(8, 'PE', 'HST', 15000, 1, '2016-10-01'),
    standard(9, 'NS', 'HST', 15000, 1, '2010-07-01'),
    standard(10, 'NS', 'HST', 14000, 1, '2025-04-01'),

    // A row for the province as well, so that receipts carry the province in the code: CA-BC-GST-1.
    standard(11, 'BC', 'GST', 5000, 1, '2013-04-01'),
    standard(12, 'BC', 'PST', 7000, 2, '2013-04-01'),
    standard(13, 'MB', 'GST', 5000, 1, '2008-01-01'),
    standard(14, 'MB', 'PST', 8000, 2, '2013-07-01'),
    standard(15, 'MB', 'PST', 7000, 2, '2019-07-01'),
    standard(16, 'SK', 'GST', 5000, 1, '2008-01-01'),
    standard(17, 'SK', 'PST', 5000, 2, '2006-10-28'),
    standard(18, 'SK', 'PST', 6000, 2, '2017-03-23'),
    standard(19, 'QC', 'GST', 5000, 1, '2008-01-01'),
    standard(20, 'QC', 'QST', 9975, 2, '2013-01-01'),

    standard(21, 'AB', 'GST', 5000, 1, '2008-01-01'),
    standard(22, 'NT', 'GST', 5000, 1, '2008-01-01'),
    standard(23, 'NU', 'GST', 5000, 1, '2008-01-01'),
    standard(24, 'YT', 'GST', 5000, 1, '2008-01-01'),
  ],
}
