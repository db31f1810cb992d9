export type Rounds = readonly (readonly object[])[];

export const FLOWS: Readonly<Record<'two' | 'three' | 'ten', Rounds>>;
