/** The name of the files as they are; `undefined` outside of a repository. */
export declare function stateOfFiles(): string | undefined;
