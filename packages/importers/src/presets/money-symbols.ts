/** Currencies that exchanges of crypto assets keep beside coins. */
export const moneySymbol = /^(EUR|USD|GBP|CHF|JPY|CAD|AUD|NZD|SEK|NOK|DKK|PLN|CZK|TRY|BRL|ARS|ZAR)$/i
