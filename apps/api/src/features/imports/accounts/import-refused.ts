/** The import cannot be applied; the message is for its owner. */
export class ImportRefused extends Error {}
