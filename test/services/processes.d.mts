export interface Running {
  readonly pid: number;
  readonly parent: number;
  readonly command: string;
}

export function processes(): Running[];
